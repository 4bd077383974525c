import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;
const ButtonAnchor = (props: Props) => <Button component="a" {...props} />;

/** Router links with Mantine's styles, so that a click never reloads the page. */
export const ButtonLink = createLink(ButtonAnchor);
export const TextLink = createLink(Anchor<'a'>);
