import { Button, Menu } from '@mantine/core';
import type { View } from '@outcrop/contract';
import { atLeast } from '@outcrop/contract/roles';
import {
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconLock,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlus,
  IconRestore,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { useMe, useWorkspace } from '../../api/session.ts';
import { announce } from '../../components/live-region.tsx';
import { notifyFailure } from '../../components/notify-failure.ts';
import { viewSearch } from '../../features/views/view-search.ts';
import { forgetChangedColumns, useColumnLayout } from './column-layout.ts';
import type { ProspectQuery } from './search.ts';
import { DeleteView, RenameView, SaveView } from './view-dialogs.tsx';
import classes from './view-menu.module.css';
import { isQueryChanged, queryText, useCurrentView } from './view-state.ts';

const route = getRouteApi('/w/$workspaceId/prospects');

type ViewDialog = 'save' | 'rename' | 'delete';

/** The current view, and everything that can be done with it. */
export function ViewMenu({ query }: { query: ProspectQuery }) {
  const view = useCurrentView();
  const { data } = useRead('getViews');
  const { columns, isChanged: areColumnsChanged } = useColumnLayout();
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const navigate = route.useNavigate();
  const change = useChangeView(view);
  const canEdit = useCanEdit(view);
  const { role } = useWorkspace();
  const isChanged = view !== undefined && (areColumnsChanged || isQueryChanged(view, query));
  const show = (next: View | null) => {
    if (view) forgetChangedColumns(view.id);
    void navigate({ search: next ? viewSearch(next) : {}, replace: false, resetScroll: false });
  };
  const now = { query: queryText(query), columns: [...columns] };
  const saveChanges = () =>
    change(now, `View “${view!.name}” saved`, () => forgetChangedColumns(view!.id));
  const close = () => setDialog(null);

  return (
    <div className={classes.bar}>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            size="compact-md"
            variant="default"
            rightSection={<IconChevronDown size={14} />}
            aria-label={view ? `View: ${view.name}` : 'Views'}
            classNames={{ label: classes.label! }}
          >
            {view?.name ?? 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.views}>
            <ViewItem name="All prospects" isCurrent={!view} onClick={() => show(null)} />
            <ViewItems label="Your views" current={view} onClick={show}>
              {data?.views.filter((each) => !each.shared)}
            </ViewItems>
            <ViewItems label="Shared views" current={view} onClick={show}>
              {data?.views.filter((each) => each.shared)}
            </ViewItems>
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setDialog('save')}>
            Save as new view…
          </Menu.Item>
          {view && (
            <>
              {isChanged && canEdit && (
                <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={saveChanges}>
                  Save changes
                </Menu.Item>
              )}
              {isChanged && (
                <Menu.Item leftSection={<IconRestore size={16} />} onClick={() => show(view)}>
                  Discard changes
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={view.pinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
                onClick={() =>
                  change({ pinned: !view.pinned }, view.pinned ? 'View unpinned' : 'View pinned')
                }
              >
                {view.pinned ? 'Unpin from navigation' : 'Pin to navigation'}
              </Menu.Item>
              {canEdit && (
                <>
                  <Menu.Item
                    leftSection={<IconPencil size={16} />}
                    onClick={() => setDialog('rename')}
                  >
                    Rename…
                  </Menu.Item>
                  {atLeast(role, 'member') && (
                    <Menu.Item
                      leftSection={view.shared ? <IconLock size={16} /> : <IconUsers size={16} />}
                      onClick={() =>
                        change(
                          { shared: !view.shared },
                          view.shared ? 'View is private' : 'View shared with the workspace',
                        )
                      }
                    >
                      {view.shared ? 'Make private' : 'Share with workspace'}
                    </Menu.Item>
                  )}
                  <Menu.Item
                    leftSection={<IconTrash size={16} />}
                    onClick={() => setDialog('delete')}
                  >
                    Delete…
                  </Menu.Item>
                </>
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isChanged && canEdit && (
        <Button size="compact-md" variant="light" onClick={saveChanges}>
          Save changes
        </Button>
      )}
      {dialog === 'save' && (
        <SaveView
          {...now}
          onSaved={(saved) => {
            close();
            show(saved);
          }}
          onClose={close}
        />
      )}
      {dialog === 'rename' && view && <RenameView view={view} onClose={close} />}
      {dialog === 'delete' && view && (
        <DeleteView
          view={view}
          onDeleted={() => {
            close();
            void navigate({ search: query, replace: true, resetScroll: false });
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ViewItemsProps {
  label: string;
  current: View | undefined;
  onClick: (view: View) => void;
  children: View[] | undefined;
}

const ViewItems = ({ label, current, onClick, children: views = [] }: ViewItemsProps) =>
  views.length > 0 && (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <ViewItem
          key={view.id}
          name={view.name}
          isCurrent={view.id === current?.id}
          onClick={() => onClick(view)}
        />
      ))}
    </>
  );

interface ViewItemProps {
  name: string;
  isCurrent: boolean;
  onClick: () => void;
}

const ViewItem = ({ name, isCurrent, onClick }: ViewItemProps) => (
  <Menu.Item
    leftSection={<IconCheck size={16} data-hidden={!isCurrent || undefined} />}
    aria-current={isCurrent || undefined}
    onClick={onClick}
    className={classes.item!}
  >
    {name}
  </Menu.Item>
);

function useCanEdit(view: View | undefined): boolean {
  const { user } = useMe();
  const { role } = useWorkspace();
  return view !== undefined && (view.ownerId === user.id || atLeast(role, 'admin'));
}

/** Changes the current view. An error is shown as a notification. */
function useChangeView(view: View | undefined) {
  const write = useWrite('patchView', ['getViews']);
  return (
    body: Partial<Pick<View, 'query' | 'columns' | 'shared' | 'pinned'>>,
    done: string,
    onDone?: () => void,
  ): void => {
    if (!view) return;
    write.mutate(
      { params: { viewId: view.id }, body },
      {
        onSuccess: () => {
          onDone?.();
          announce(done);
        },
        onError: (error) => notifyFailure('Could not change the view', error),
      },
    );
  };
}
