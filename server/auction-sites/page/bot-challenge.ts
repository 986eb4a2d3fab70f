import { textIn } from './html-page.ts';
import type { ParsedPage } from './parsed-page.ts';

/** Checks and refusals that come instead of a page. Only asked once no lot was found: lot pages hold some of these marks too. */

/** Longer pages than that are a site's own, whatever their scripts are called. */
const SHORT = 20_000;
/** Titles of the pages that Cloudflare, Imperva, PerimeterX, DataDome and Akamai put before a site. */
const CHALLENGE_TITLES =
  /^(just a moment|attention required|access denied|access to this page|pardon our interruption|security check|checking your browser|are you a human|human verification|verify you are human|please wait|one more step|403 forbidden|forbidden|error 10(10|15|20)|blocked|ddos-guard|loading|captcha|robot|request unsuccessful)/i;
const CHALLENGE_TEXT =
  /incapsula incident id|request unsuccessful\. incapsula|enable javascript and cookies to continue|verify(ing)? (that )?you are (a )?human|checking (if the site connection is secure|your browser before accessing)|performance (&|and) security by cloudflare|sorry, you have been blocked|error code:? 10(10|15|20)|please complete the security check|press (&|and) hold|unusual (traffic|activity) from your|pardon our interruption|access denied.{0,80}you don't have permission|additional security check is required|why have i been blocked/is;
const CHALLENGE_SOURCE =
  /_incapsula_resource|px-captcha|captcha-delivery\.com|cf-mitigated|cf-challenge|challenge-platform|reese84|cf_chl_opt|distil_r_captcha|hcaptcha\.com|recaptcha\/api/i;

/** Whether this page is a refusal rather than one of the site's own. */
export function isBotChallenge(parsed: ParsedPage): boolean {
  const { status } = parsed.page;
  if (status === 401 || status === 403 || status === 429 || status === 503) return true;
  if (parsed.json !== undefined) return false;
  const title = titleOf(parsed);
  if (title !== null && CHALLENGE_TITLES.test(title)) return true;
  const isShort = parsed.text.length < SHORT;
  if (isShort && CHALLENGE_TEXT.test(parsed.text.slice(0, SHORT))) return true;
  const noTitle = title === null || title === '';
  return noTitle && (isShort || parsed.lines.length < 5) && CHALLENGE_SOURCE.test(parsed.text);
}

function titleOf(parsed: ParsedPage): string | null {
  const title = parsed.html?.byTag('title')[0];
  if (title) return textIn(title);
  return parsed.html ? null : (parsed.lines[0] ?? null);
}
