import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core';
import { type ComponentPropsWithoutRef, useId } from 'react';

interface Props extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** Why the button is disabled. It stays focusable so that the reason can be read. */
  disabledReason?: string | null;
}

/** A button that explains why it is disabled: `disabledReason={useDisabledReason('admin')}`. */
export function ActionButton({ disabledReason = null, onClick, ...button }: Props) {
  const id = useId();
  if (disabledReason === null) return <Button {...button} {...(onClick && { onClick })} />;
  return (
    <>
      <Tooltip label={disabledReason}>
        <Button
          {...button}
          {...(button.variant === 'subtle' && { bg: 'transparent' })}
          type="button"
          data-disabled
          aria-disabled
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
        />
      </Tooltip>
      <VisuallyHidden id={id}>{disabledReason}</VisuallyHidden>
    </>
  );
}
