/** In this order: most browsers also carry the names of others. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** `Chrome on Windows` from what a browser says of itself; its own words where they are none we know. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser';
  const nameIn = (names: readonly (readonly [RegExp, string])[]): string | undefined =>
    names.find(([sign]) => sign.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser === undefined) return userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}

export type ExtensionBrowser = 'chrome' | 'edge' | 'firefox';
const WITH_EXTENSION = /^(Chrome|Edge|Firefox) on (?:Windows|ChromeOS|Mac|Linux)$/;

/** The browser, of those the LotLens extension is made for; null on phones, tablets and in any other browser. */
export function extensionBrowser(userAgent: string, isTouch: boolean): ExtensionBrowser | null {
  // Tablets say that they are computers.
  const [, name] = isTouch ? [] : (WITH_EXTENSION.exec(browserName(userAgent)) ?? []);
  return name === undefined ? null : (name.toLowerCase() as ExtensionBrowser);
}
