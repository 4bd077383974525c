import {
  createTheme,
  type DrawerProps,
  type MantineColorsTuple,
  type ModalProps,
  type NotificationProps,
  type PopoverProps,
  type TooltipProps,
  type VariantColorsResolver,
} from '@mantine/core';

/** Mantine needs ten shades; all are the same token, which already adapts to the theme. */
const shades = (token: string) =>
  Array.from({ length: 10 }, () => `var(--${token})`) as unknown as MantineColorsTuple;

/** Maps the `color` property to a design token. */
const tokens: Record<string, string> = {
  accent: 'accent',
  danger: 'danger',
  warn: 'warn',
  ok: 'ok',
  info: 'info',
  muted: 'muted',
  gray: 'muted',
};

const variantColorResolver: VariantColorsResolver = ({ color = 'accent', variant }) => {
  const base = `var(--${tokens[color] ?? 'accent'})`;
  const mixed = (part: number) => `color-mix(in srgb, ${base} ${part}%, var(--surface))`;
  const none = '1px solid transparent';
  switch (variant) {
    case 'filled':
      return {
        background: base,
        hover:
          color === 'accent'
            ? 'var(--accent-hover)'
            : `color-mix(in srgb, ${base} 85%, var(--text))`,
        color: 'var(--on-accent)',
        border: none,
      };
    case 'light':
      return { background: mixed(12), hover: mixed(18), color: base, border: none };
    case 'outline':
      return {
        background: 'transparent',
        hover: mixed(6),
        color: base,
        border: `1px solid ${base}`,
      };
    case 'default':
      return {
        background: 'var(--surface)',
        hover: 'var(--canvas)',
        color: 'var(--text)',
        border: '1px solid var(--control-border)',
      };
    default:
      return { background: 'transparent', hover: mixed(10), color: base, border: none };
  }
};

export const theme = createTheme({
  colors: Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, shades(token)])),
  primaryColor: 'accent',
  variantColorResolver,
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Not `Modal.extend()`: importing the components would load them all before the first page.
  components: {
    Modal: defaults<ModalProps>({ ...overlay(), radius: 'sm', centered: true }),
    Drawer: defaults<DrawerProps>(overlay()),
    Notification: defaults<NotificationProps>({ closeButtonProps: { 'aria-label': 'Close' } }),
    Popover: defaults<PopoverProps>({ transitionProps: { duration: 100 } }),
    Tooltip: defaults<TooltipProps>({
      multiline: true,
      maw: 280,
      events: { hover: true, focus: true, touch: true },
    }),
  },
});

function defaults<Props>(defaultProps: Partial<Props>) {
  return { defaultProps };
}

/** Mantine locks scrolling with a style element, so base.css does it instead. */
function overlay() {
  return {
    lockScroll: false,
    transitionProps: { duration: 120 },
    overlayProps: { backgroundOpacity: 0.35, blur: 0 },
    closeButtonProps: { 'aria-label': 'Close' },
    // The header element would otherwise be a second banner landmark.
    attributes: { header: { role: 'none' } },
  };
}
