import { Button, Input, Menu } from '@mantine/core';
import { type MergeVariable, parseTemplate } from '@outcrop/contract/merge-tags';
import { IconBraces } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useMenuFocus } from '../../browser/menu-focus.ts';
import { lazyComponent } from '../../components/lazy.tsx';
import classes from './campaigns.module.css';
import { chipLabel, variableLabels } from './draft.ts';
import editorClasses from './tag-editor.module.css';
import type { TagEditorProps } from './tag-editor.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  placeholder?: string;
  multiline?: boolean;
  /** Whether it gets the focus when it appears. */
  takesFocus?: boolean;
  readOnly: boolean;
}

const Editor = lazyComponent<TagEditorProps>(
  async () => (await import('./tag-editor.tsx')).TagEditor,
  Placeholder,
);

/** Text with variables from a menu or from typing `{{`. The error is shown after the field was left. */
export function TagField({
  label,
  error: problem,
  placeholder = '',
  multiline = false,
  takesFocus = false,
  ...props
}: Props) {
  const [wasLeft, setWasLeft] = useState(false);
  const error = wasLeft ? problem : null;
  const id = useId();
  const insert = useRef<(variable: MergeVariable) => void>(null);
  const focus = useMenuFocus();
  const choose = (variable: MergeVariable) => {
    focus.onFocusMoved();
    insert.current?.(variable);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the field was left
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setWasLeft(true);
      }}
    >
      <div className={classes.labelRow}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as the label of an input would */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the field itself */}
        <span
          id={`${id}-label`}
          className={classes.label}
          onClick={() => document.getElementById(id)?.focus()}
        >
          {label}
        </span>
        {!props.readOnly && (
          <Menu
            position="bottom-end"
            returnFocus={false}
            onOpen={focus.onOpen}
            onClose={focus.onClose}
          >
            <Menu.Target>
              <Button
                variant="subtle"
                size="compact-xs"
                leftSection={<IconBraces size={14} />}
                aria-label={`Insert variable into ${label}`}
              >
                Insert variable
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={320} className={classes.menu}>
              {Object.entries(variableLabels).map(([variable, text]) => (
                <Menu.Item key={variable} onClick={() => choose(variable as MergeVariable)}>
                  {text}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <Editor
        {...props}
        id={id}
        labelId={`${id}-label`}
        errorId={error === null ? null : `${id}-error`}
        placeholder={placeholder}
        isMultiline={multiline}
        takesFocus={takesFocus}
        insert={insert}
      />
      {error !== null && (
        <Input.Error id={`${id}-error`} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}

/** The same text in the same place, until the editor is loaded. */
function Placeholder({ value, isMultiline }: TagEditorProps) {
  return (
    <div className={editorClasses.frame} data-multiline={isMultiline}>
      <div className={editorClasses.input}>
        {parseTemplate(value).parts.map((part, index) =>
          typeof part === 'string' ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: it is rendered once
            <span key={index} className={editorClasses.chip} data-required={part.fallback === null}>
              {chipLabel(part)}
            </span>
          ),
        )}
      </div>
    </div>
  );
}
