/** True if `text` is an https address without a port and a user name. */
export function isPlainHttps(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
}

/**
 * True if `link` leads to a partner's own site: by https, without a user name, to the port and host of `website` or to a subdomain of
 * that host. A website with a path may be one of many on a shared host, so its subdomains are not the partner's.
 */
export function leadsToSite(link: string, website: string | null): boolean {
  const [target, site] = [URL.parse(link), URL.parse(website ?? '')];
  if (target?.protocol !== 'https:' || site?.protocol !== 'https:') return false;
  if (target.username !== '' || target.password !== '' || target.port !== site.port) return false;
  return (
    target.hostname === site.hostname ||
    (site.pathname === '/' && target.hostname.endsWith(`.${site.hostname}`))
  );
}
