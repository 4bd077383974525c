import type { Prospect } from '@outcrop/contract';
import { publicApi } from '../../api/public-api.ts';
import { Snippets } from '../../components/snippet.tsx';
import { addCommand, findCommand } from './curl.ts';

export function CurlCommands({ prospect }: { prospect: Prospect }) {
  const baseUrl = location.origin + publicApi;
  return (
    <Snippets
      snippets={[
        { language: 'Find', label: 'curl command', code: findCommand(baseUrl, prospect) },
        { language: 'Add', label: 'curl command', code: addCommand(baseUrl, prospect) },
      ]}
    />
  );
}
