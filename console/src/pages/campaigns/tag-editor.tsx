import { Popover } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import type { MergeTag, MergeVariable } from '@outcrop/contract/merge-tags';
import { Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { useEditor } from '@tiptap/react';
import {
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { tagWith, variableLabels } from './draft.ts';
import { FallbackForm } from './fallback-form.tsx';
import { Anchor, type Box, boxOf } from './tag-anchor.tsx';
import { documentOf, tagOfNode, textOf } from './tag-document.ts';
import classes from './tag-editor.module.css';
import { clipboardSerializer, dispatchAlone, insertVariable, showText } from './tag-edits.ts';
import { multilineExtensions, singleLineExtensions } from './tag-extensions.ts';
import { type Events, handlers } from './tag-handlers.ts';
import { useSuggestions, VariableList } from './variable-list.tsx';

export interface TagEditorProps {
  id: string;
  labelId: string;
  errorId: string | null;
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  isMultiline: boolean;
  takesFocus: boolean;
  readOnly: boolean;
  /** Inserts a variable at the caret. */
  insert: RefObject<((variable: MergeVariable) => void) | null>;
}

/** A chip whose fallback is edited. */
interface OpenChip {
  position: number;
  tag: MergeTag;
  box: Box;
  fallback: string | null;
}

/** Tiptap's own keys do more than plain text needs. */
const enableCoreExtensions = { keymap: false } as const;
const coreExtensionOptions = { tabindex: { value: '0' } };

/** Plain text with variables as chips. */
export function TagEditor(props: TagEditorProps) {
  const { value, placeholder, isMultiline, readOnly } = props;
  const frame = useRef<HTMLDivElement>(null);
  const listId = `${props.id}-variables`;
  const suggestions = useSuggestions(listId, frame);
  const [chip, setChip] = useState<OpenChip | null>(null);
  const openChip = (view: EditorView, position: number) => {
    const element = view.nodeDOM(position) as HTMLElement;
    const tag = tagOfNode(view.state.doc.nodeAt(position)!);
    const box = boxOf(element.getBoundingClientRect(), frame.current!);
    setChip({ position, tag, box, fallback: tag.fallback });
  };

  const events = useRef<Events>({ isMultiline, readOnly, openChip, press: suggestions.press });
  useLayoutEffect(() => {
    events.current = { isMultiline, readOnly, openChip, press: suggestions.press };
  });
  const attributes = useAttributes(props, suggestions.attributes);
  const [handled] = useState(() => handlers(events));
  const editorProps = useMemo(() => ({ ...handled, attributes }), [handled, attributes]);
  const [content] = useState(() => documentOf(value, isMultiline));
  // Texts that were reported and have not come back as the value yet.
  const reported = useRef<string[]>([]);
  const editor = useEditor({
    extensions: isMultiline ? multilineExtensions : singleLineExtensions,
    content,
    editorProps,
    editable: !readOnly,
    autofocus: props.takesFocus,
    injectCSS: false,
    enableCoreExtensions,
    coreExtensionOptions,
    onCreate: ({ editor: { state, view, schema } }) => {
      view.setProps({ clipboardSerializer: clipboardSerializer(schema) });
      view.dispatch(state.tr.setSelection(Selection.atEnd(state.doc)));
    },
    onUpdate: ({ editor: { state } }) => {
      const text = textOf(state.doc);
      reported.current.push(text);
      props.onChange(text);
    },
    onTransaction: ({ editor: { view }, transaction }) =>
      suggestions.notice(view, transaction.docChanged && !transaction.getMeta('preventUpdate')),
    onBlur: suggestions.close,
  });
  useImperativeHandle(props.insert, () => (variable) => insertVariable(editor.view, variable));
  useEffect(() => {
    const index = reported.current.indexOf(value);
    const isCurrent = value === textOf(editor.state.doc);
    reported.current = isCurrent || index < 0 ? [] : reported.current.slice(index + 1);
    if (!isCurrent && index < 0) showText(editor.view, value, isMultiline);
  }, [editor, value, isMultiline]);
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly]);

  const closeChip = (isKept: boolean) => {
    const { position, tag, fallback } = chip!;
    const { tr, doc } = editor.state;
    setChip(null);
    if (doc.nodeAt(position)?.type.name !== 'variable') return;
    if (isKept && fallback !== tag.fallback)
      tr.setNodeMarkup(position, null, { source: tagWith(tag.variable, fallback) });
    dispatchAlone(editor.view, tr.setSelection(TextSelection.create(tr.doc, position + 1)));
  };
  const leaveChip = (isKept: boolean) => {
    closeChip(isKept);
    editor.view.focus();
  };
  return (
    <div ref={frame} className={classes.frame} data-multiline={isMultiline}>
      <RichTextEditor editor={editor} withTypographyStyles={false} unstyled>
        <RichTextEditor.Content />
      </RichTextEditor>
      {value === '' && placeholder && (
        <div className={classes.placeholder} aria-hidden="true">
          {placeholder}
        </div>
      )}
      <VariableList
        id={listId}
        shown={suggestions.shown}
        onChoose={(variable) => suggestions.choose(editor.view, variable)}
      />
      {chip && (
        <Popover
          opened
          trapFocus
          closeOnEscape={false}
          position="bottom-start"
          withRoles={false}
          onDismiss={() => closeChip(true)}
        >
          <Popover.Target>
            <Anchor box={chip.box} />
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={variableLabels[chip.tag.variable]}>
            <FallbackForm
              fallback={chip.fallback}
              onChange={(fallback) => setChip({ ...chip, fallback })}
              onDone={() => leaveChip(true)}
              onCancel={() => leaveChip(false)}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

/** The attributes of the field for the browser and screen readers. */
function useAttributes(
  { id, labelId, errorId, placeholder, isMultiline, readOnly }: TagEditorProps,
  list: Record<string, string>,
) {
  return useMemo(
    (): Record<string, string> => ({
      id,
      class: classes.input!,
      role: 'textbox',
      'aria-labelledby': labelId,
      'aria-multiline': String(isMultiline),
      ...(errorId !== null && { 'aria-invalid': 'true', 'aria-describedby': errorId }),
      ...(placeholder && { 'aria-placeholder': placeholder }),
      ...(readOnly && { 'aria-readonly': 'true' }),
      ...list,
    }),
    [id, labelId, errorId, placeholder, isMultiline, readOnly, list],
  );
}
