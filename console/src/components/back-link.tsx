import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './back-link.module.css';

const BackAnchor = ({ children, ...props }: Omit<ComponentPropsWithRef<'a'>, 'style'>) => (
  <p className={classes.back}>
    <Anchor {...props}>
      <IconArrowLeft size={16} aria-hidden /> {children}
    </Anchor>
  </p>
);

/** A link above a page's title to the page that lists all of its kind. */
export const BackLink = createLink(BackAnchor);
