import { ActionIcon, CloseButton, Tooltip } from '@mantine/core';
import { useFocusTrap, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isTyping, useKey } from '../../browser/keys.ts';
import { readPreference } from '../../browser/preferences.ts';
import { Initials } from '../../components/initials.tsx';
import { announce } from '../../components/live-region.tsx';
import classes from './drawer-panel.module.css';

/** The prospects before and after this one, in the list that it was opened from. */
export interface Neighbors {
  previous: (() => void) | null;
  next: (() => void) | null;
}

interface Props {
  /** Changes with the prospect. */
  id: string;
  name: string | undefined;
  subtitle: string | undefined;
  neighbors: Neighbors | null;
  /** The minimum width of a window with room for both. */
  besideFrom: string;
  children: ReactNode;
  onClose: () => void;
}

/** Beside the page where there is room for both, and otherwise over it, as a modal dialog. */
export function DrawerPanel(props: Props) {
  const { id, name, subtitle, neighbors, besideFrom, children, onClose } = props;
  const isBeside = useMediaQuery(`(min-width: ${besideFrom})`, true, {
    getInitialValueInEffect: false,
  });
  const panel = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(panel, useFocusTrap(!isBeside));
  const titleId = useId();
  useFocus(panel, id, name);
  useKey('Escape', 'Close prospect', onClose);

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, currentTarget, nativeEvent, key } = event;
    if (event.defaultPrevented || nativeEvent.isComposing) return;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    // A dialog or menu above the drawer closes by itself.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (key === 'Escape') {
      // The page has a shortcut on Escape, too.
      event.preventDefault();
      if (target.getAttribute('aria-expanded') !== 'true') onClose();
    } else if (
      !(isBeside || hasModifier || isTyping(target)) &&
      readPreference('singleKeys') === 'on'
    ) {
      // Shortcuts of the page are off while the drawer covers it.
      if (key === 'j') neighbors?.next?.();
      if (key === 'k') neighbors?.previous?.();
    }
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the drawer has a Close button */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: and closes on Escape */}
      {!isBeside && <div className={classes.backdrop} onClick={onClose} />}
      <div
        ref={ref}
        role="dialog"
        aria-labelledby={titleId}
        aria-modal={!isBeside || undefined}
        data-beside={isBeside || undefined}
        className={classes.panel}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div className={classes.header}>
          {name !== undefined && <Initials name={name} size={40} />}
          <div className={classes.who}>
            <h2 id={titleId} tabIndex={-1} data-autofocus>
              {name ?? 'Prospect'}
            </h2>
            {subtitle}
          </div>
          <div className={classes.buttons}>
            {neighbors && (
              <>
                <Step label="Previous prospect" shortcut="k" onClick={neighbors.previous}>
                  <IconChevronUp size={18} />
                </Step>
                <Step label="Next prospect" shortcut="j" onClick={neighbors.next}>
                  <IconChevronDown size={18} />
                </Step>
              </>
            )}
            <CloseButton aria-label="Close" onClick={onClose} />
          </div>
        </div>
        <div className={classes.content}>{children}</div>
      </div>
    </>
  );
}

interface StepProps {
  label: string;
  shortcut: string;
  onClick: (() => void) | null;
  children: ReactNode;
}

const Step = ({ label, shortcut, onClick, children }: StepProps) => (
  <Tooltip label={`${label} (${shortcut})`}>
    <ActionIcon
      variant="subtle"
      color="muted"
      aria-label={label}
      {...(onClick === null && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={() => onClick?.()}
    >
      {children}
    </ActionIcon>
  </Tooltip>
);

/** Takes the focus for each prospect, unless the user is typing elsewhere, and returns it at the end. */
function useFocus(panel: RefObject<HTMLElement | null>, id: string, name: string | undefined) {
  const [opener] = useState(() => document.activeElement);
  const announced = useRef(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each prospect
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (isTyping(focused) && !panel.current?.contains(focused)) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollTo({ top: 0 });
  }, [id, panel]);
  useEffect(() => {
    if (name === undefined || announced.current === id) return;
    announced.current = id;
    announce(name);
  }, [id, name]);
  useEffect(() => () => void setTimeout(returnFocus, 0, opener), [opener]);
}

function returnFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const target = opener?.isConnected ? opener : document.getElementById('main');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
