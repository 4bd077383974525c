import { Button, Menu, Textarea, TextInput } from '@mantine/core';
import { parse, type Variable } from '@outcrop/contract/merge-tags';
import { IconBraces } from '@tabler/icons-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import classes from './campaigns.module.css';
import { tagOf, variableLabels } from './draft.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  placeholder?: string;
  multiline?: boolean;
  readOnly: boolean;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Text with variables, which a menu inserts. Typing `{{` opens the menu. */
export function TagField({
  label,
  value,
  onChange,
  error,
  placeholder,
  multiline,
  readOnly,
}: Props) {
  const id = useId();
  const field = useRef<Field>(null);
  const [opened, setOpened] = useState(false);

  const edit = (event: ChangeEvent<Field>) => {
    const { value: text, selectionStart } = event.currentTarget;
    onChange(text);
    const typed = text.length > value.length && text.slice(0, selectionStart ?? 0).endsWith('{{');
    if (typed) setOpened(true);
  };
  const insert = (variable: Variable) => {
    const element = field.current!;
    const [from, to] = [element.selectionStart ?? value.length, element.selectionEnd ?? 0];
    const before = value.slice(0, from).replace(/\{\{$/, '');
    const start = `${before}${tagOf(variable)}`;
    onChange(start + value.slice(Math.max(from, to)));
    // After React has set the value.
    setTimeout(() => {
      element.focus();
      element.setSelectionRange(start.length, start.length);
    });
  };
  const input = {
    id,
    value,
    readOnly,
    onChange: edit,
    error,
    ...(placeholder && { placeholder }),
  };
  return (
    <div>
      <div className={classes.labelRow}>
        <label htmlFor={id}>{label}</label>
        {!readOnly && (
          <Menu opened={opened} onChange={setOpened} position="bottom-end" returnFocus>
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
                <Menu.Item key={variable} onClick={() => insert(variable as Variable)}>
                  {text}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {multiline ? (
        <Textarea
          {...input}
          ref={field as React.Ref<HTMLTextAreaElement>}
          autosize
          minRows={6}
          maxRows={24}
        />
      ) : (
        <TextInput {...input} ref={field as React.Ref<HTMLInputElement>} autoComplete="off" />
      )}
      <Chips text={value} />
    </div>
  );
}

/** The variables of a text, with what someone without a value gets. */
function Chips({ text }: { text: string }) {
  const tags = parse(text).parts.flatMap((part) => (typeof part === 'string' ? [] : [part]));
  if (tags.length === 0) return null;
  const chips = new Map(tags.map((tag) => [`${tag.variable}|${tag.fallback}`, tag]));
  return (
    <ul className={classes.chips} aria-label="Variables">
      {[...chips].map(([key, { variable, fallback }]) => (
        <li key={key} className={classes.chip} data-required={fallback === null}>
          {variableLabels[variable]}
          {fallback === null ? ' · required' : ` · or “${fallback}”`}
        </li>
      ))}
    </ul>
  );
}
