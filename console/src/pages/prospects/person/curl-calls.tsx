import type { Prospect } from '@outcrop/contract';
import { Snippets } from '../../../parts/snippet.tsx';
import { publicApi } from '../../tokens/call-snippets.ts';
import { addingCall, findingCall } from './curl.ts';
import { Part } from './part.tsx';

/** The same record by a program. */
export function CurlCalls({ prospect }: { prospect: Prospect }) {
  const baseUrl = location.origin + publicApi;
  return (
    <Part title="Copy as curl">
      <Snippets
        snippets={[
          { language: 'Find', label: 'curl command', code: findingCall(baseUrl, prospect) },
          { language: 'Add', label: 'curl command', code: addingCall(baseUrl, prospect) },
        ]}
      />
    </Part>
  );
}
