import type { AiProvider } from '@outcrop/contract';
import type { SealedColumn } from '../../platform/crypto/reseal-secrets.ts';
import { sql, type Tx } from '../../platform/db/index.ts';
import type { ModelPrices } from './model.ts';

export interface AiSettings {
  instructions: string | null;
  provider: AiProvider | null;
  baseUrl: string | null;
  model: string | null;
  /** Sealed. */
  apiKey: string | null;
  /** The last characters of the key, for display. */
  keyEnd: string | null;
  prices: ModelPrices | null;
}

export const noAiSettings: AiSettings = {
  instructions: null,
  provider: null,
  baseUrl: null,
  model: null,
  apiKey: null,
  keyEnd: null,
  prices: null,
};

export async function selectAiSettings(tx: Tx): Promise<AiSettings | undefined> {
  const [settings] = await tx.rows<AiSettings>(sql`
    select instructions, provider, base_url as "baseUrl", model, api_key as "apiKey", key_end as "keyEnd",
           case when input_price is not null
             then json_build_object('input', input_price, 'output', output_price) end as prices
    from ai_settings where workspace_id = ${tx.workspaceId}`);
  return settings;
}

export async function lockAiSettings(tx: Tx): Promise<AiSettings> {
  const [, , settings] = await Promise.all([
    tx.run(sql`
      insert into ai_settings (workspace_id) values (${tx.workspaceId}) on conflict do nothing`),
    tx.run(sql`select from ai_settings where workspace_id = ${tx.workspaceId} for update`),
    selectAiSettings(tx),
  ]);
  return settings!;
}

export function updateAiSettings(tx: Tx, settings: AiSettings): void {
  tx.defer(sql`
    update ai_settings
    set instructions = ${settings.instructions}, provider = ${settings.provider},
        base_url = ${settings.baseUrl}, model = ${settings.model}, api_key = ${settings.apiKey},
        key_end = ${settings.keyEnd}, input_price = ${settings.prices?.input ?? null},
        output_price = ${settings.prices?.output ?? null}, updated_at = now()
    where workspace_id = ${tx.workspaceId}`);
}

export const sealedProviderKeys: SealedColumn = {
  name: 'keys of model providers',
  select: sql`
    select workspace_id, api_key as sealed, 'ai provider' as purpose from ai_settings where api_key is not null`,
  update: (swap) => sql`
    update ai_settings set api_key = swap.after from ${swap} where api_key = swap.before`,
};
