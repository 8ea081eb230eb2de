/** The parameters by which web statistics know where a visit comes from. */
export interface CampaignParameters {
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
}

/**
 * An address with the parameters of a campaign before its fragment. The rest of the address stays as it is written, and a
 * parameter that it has already stays too.
 *
 * @param url  a page
 */
export function addCampaignParameters(url: string, parameters: CampaignParameters): string {
  const at = url.indexOf('#');
  const [page, fragment] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)];
  const query = page.indexOf('?');
  const present = new Set(new URLSearchParams(query === -1 ? '' : page.slice(query + 1)).keys());
  const added = Object.entries(parameters)
    .filter(([name, value]) => value !== '' && !present.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  if (added === '') {
    return url;
  }
  const sign = query === -1 ? '?' : /[?&]$/.test(page) ? '' : '&';
  return page + sign + added + fragment;
}
