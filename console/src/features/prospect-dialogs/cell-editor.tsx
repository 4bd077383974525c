import { Menu, Popover } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { useRef, useState } from 'react';
import type { ProspectField } from '../prospect/fields.ts';
import { StageBadge } from '../prospect/stage-badge.tsx';
import classes from './cell-editor.module.css';
import { FieldInput } from './field-input.tsx';
import { MergeProspects } from './merge-prospects.tsx';
import { useOpenProspect } from './prospect-link.tsx';
import { StageItems } from './stage-items.tsx';
import { type UnsavedEdits, UnsavedGuard } from './unsaved.tsx';

export type CellField = ProspectField | 'stage';

interface Props {
  prospect: Prospect;
  field: CellField;
  /** Ends the edit, or goes on with the next or previous cell. */
  onClose: (by?: 1 | -1) => void;
}

/** Edits a cell of the table in its place. */
export const CellEditor = ({ prospect, field, onClose }: Props) =>
  field === 'stage' ? (
    <StageMenu prospect={prospect} onClose={onClose} />
  ) : (
    <ValueEditor prospect={prospect} field={field} onClose={onClose} />
  );

const StageMenu = ({ prospect, onClose }: Omit<Props, 'field'>) => (
  <Menu opened position="bottom-start" onClose={onClose} returnFocus={false}>
    <Menu.Target>
      <button type="button" className={classes.stage}>
        <StageBadge stage={prospect.stage} />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <StageItems prospect={prospect} />
    </Menu.Dropdown>
  </Menu>
);

function ValueEditor({ prospect, field, onClose }: Props & { field: ProspectField }) {
  const unsaved = useRef<UnsavedEdits>(new Map()).current;
  const open = useOpenProspect();
  const [otherId, setOtherId] = useState<string | null>(null);
  return (
    <>
      <FieldInput
        prospect={prospect}
        field={field}
        unsaved={unsaved}
        onMerge={setOtherId}
        onClose={onClose}
        takesTab
      >
        {(input, problem) => (
          <Popover
            opened={Boolean(problem) && otherId === null}
            position="bottom-start"
            width={320}
            withRoles={false}
            closeOnClickOutside={false}
            closeOnEscape={false}
          >
            <Popover.Target>
              <div className={classes.input}>{input}</div>
            </Popover.Target>
            <Popover.Dropdown p="xs">{problem}</Popover.Dropdown>
          </Popover>
        )}
      </FieldInput>
      <UnsavedGuard
        unsaved={unsaved}
        isLeaving={(current, next) =>
          current.pathname !== next.pathname || queryOf(current.search) !== queryOf(next.search)
        }
      />
      {otherId !== null && (
        <MergeProspects
          prospect={prospect}
          otherId={otherId}
          onDone={(keptId) => {
            unsaved.clear();
            onClose();
            open(keptId);
          }}
          onClose={() => setOtherId(null)}
        />
      )}
    </>
  );
}

/** Opening a prospect leaves the table as it is. */
const queryOf = (search: object): string => JSON.stringify({ ...search, prospect: null });
