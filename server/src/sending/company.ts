import freeEmailDomains from 'free-email-domains';

const freeDomains: ReadonlySet<string> = new Set(freeEmailDomains);

/** The domain of an address, or null for one of a free email provider. */
export function companyOf(emailKey: string | null): string | null {
  const domain = emailKey?.slice(emailKey.lastIndexOf('@') + 1);
  return domain === undefined || freeDomains.has(domain) ? null : domain;
}
