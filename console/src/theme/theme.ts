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

/** Mantine asks for ten shades; ours are all the same, because the token already knows the theme. */
const shades = (token: string) =>
  Array.from({ length: 10 }, () => `var(--${token})`) as unknown as MantineColorsTuple;

/** What a `color` property may say, and the token it means. */
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
  const own = `var(--${tokens[color] ?? 'accent'})`;
  const mixed = (part: number) => `color-mix(in srgb, ${own} ${part}%, var(--surface))`;
  const none = '1px solid transparent';
  switch (variant) {
    case 'filled':
      return {
        background: own,
        hover:
          color === 'accent'
            ? 'var(--accent-hover)'
            : `color-mix(in srgb, ${own} 85%, var(--text))`,
        color: 'var(--on-accent)',
        border: none,
      };
    case 'light':
      return { background: mixed(12), hover: mixed(18), color: own, border: none };
    case 'outline':
      return { background: 'transparent', hover: mixed(6), color: own, border: `1px solid ${own}` };
    case 'default':
      return {
        background: 'var(--surface)',
        hover: 'var(--canvas)',
        color: 'var(--text)',
        border: '1px solid var(--control-border)',
      };
    default:
      return { background: 'transparent', hover: mixed(10), color: own, border: none };
  }
};

export const theme = createTheme({
  colors: Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, shades(token)])),
  primaryColor: 'accent',
  variantColorResolver,
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Said by name: to import them would load them all before the first page.
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

/** Mantine locks scrolling with a style element; base.css does it in a file. */
function overlay() {
  return {
    lockScroll: false,
    transitionProps: { duration: 120 },
    overlayProps: { backgroundOpacity: 0.35, blur: 0 },
    closeButtonProps: { 'aria-label': 'Close' },
    // Its header element would count as a second banner of the page.
    attributes: { header: { role: 'none' } },
  };
}
