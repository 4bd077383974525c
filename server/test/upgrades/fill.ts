/** A running version, as `npm run dev -- --json` prints it. */
export interface Development {
  baseUrl: string;
  tokens: { owner: string; viewer: string; otherWorkspace: string };
  signIn: { email: string; password: string };
  receiver: string;
  stop: () => Promise<void>;
}

/** What the upgrade test knows of a dump. */
export interface Filled extends Pick<Development, 'tokens' | 'signIn'> {
  webhookSecret: string;
  leads: { fullName: string; email: string; companyName: string }[];
  /** An address that must not be contacted. */
  suppressed: string;
}

const leads = ['Ånna Lindqvist', 'Zoë Marchetti', 'Bjørn Halvorsen', 'Farid Nasser'].map(
  (fullName, n) => ({ fullName, email: `lead${n}@kept.example`, companyName: 'Kept Foods' }),
);

/** Adds what the development data lacks, through the API. */
export async function fill({ baseUrl, tokens, signIn, receiver }: Development): Promise<Filled> {
  const origin = new URL(baseUrl).origin;
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.owner}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const { data, error } = (await response.json()) as { data: never; error?: unknown };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(error)}`);
    return data;
  };
  const webhook: { secret: string } = await post('/api/v1/manage/webhooks', {
    url: receiver,
    events: ['*'],
  });
  const { prospectIds }: { prospectIds: string[] } = await post(
    '/api/v1/ext/leads',
    { leads, listName: 'Kept list' },
    { 'idempotency-key': 'kept' },
  );
  await post('/api/v1/ext/enrich', { prospectIds: prospectIds.slice(0, 2) });
  await post('/api/v1/manage/suppression', { emails: ['gone@kept.example'] });
  await post('/api/v1/manage/tags', { name: 'Kept tag' });
  await post('/api/v1/manage/exports', {});
  await post('/api/v1/manage/sign-in', signIn, { authorization: '', origin });
  return {
    tokens: { owner: tokens.owner, viewer: tokens.viewer, otherWorkspace: tokens.otherWorkspace },
    signIn,
    webhookSecret: webhook.secret,
    leads,
    suppressed: 'gone@kept.example',
  };
}
