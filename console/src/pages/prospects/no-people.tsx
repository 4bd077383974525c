import { Snippet } from '../../parts/snippet.tsx';
import { EmptyState, FilteredEmptyState } from '../../parts/states.tsx';
import { ImportButton } from './import-button.tsx';

interface Props {
  /** The filters in words; none if there are none. */
  filters: string[];
  onClear: () => void;
}

/** Why nobody is listed, and what to do about it. */
export const NoPeople = ({ filters, onClear }: Props) =>
  filters.length > 0 ? (
    <FilteredEmptyState filters={filters} onClear={onClear} />
  ) : (
    <EmptyState
      title="Nobody is here yet"
      action={<ImportButton />}
      snippet={<Snippet label="curl command" code={firstLead()} />}
    >
      Import a CSV file, save people from the browser, or add them from a program.
    </EmptyState>
  );

const firstLead = () => `curl ${location.origin}/api/v1/ext/leads \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"leads":[{"fullName":"Amara Okafor","email":"amara@saltmarsh.example"}]}'`;
