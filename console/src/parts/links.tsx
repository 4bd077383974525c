import { Anchor, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>;
const LinkThatLooksLikeAButton = (props: Props) => <Button component="a" {...props} />;

/** Mantine's looks on the router's links, so that a click never loads the page anew. */
export const ButtonLink = createLink(LinkThatLooksLikeAButton);
export const TextLink = createLink(Anchor<'a'>);
