import type { Prospect } from '@outcrop/contract';
import { publicApi } from '../../api/public-api.ts';
import { Snippets } from '../../components/snippet.tsx';
import { addCommand, findCommand } from './curl.ts';
import { DrawerSection } from './drawer-section.tsx';

export function CurlCommands({ prospect }: { prospect: Prospect }) {
  const baseUrl = location.origin + publicApi;
  return (
    <DrawerSection title="Copy as curl">
      <Snippets
        snippets={[
          { language: 'Find', label: 'curl command', code: findCommand(baseUrl, prospect) },
          { language: 'Add', label: 'curl command', code: addCommand(baseUrl, prospect) },
        ]}
      />
    </DrawerSection>
  );
}
