import { OutcropError } from '@outcrop/client';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/states.tsx';

/** The id is unknown or malformed. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof OutcropError &&
  (error.code === 'not_found' || error.code === 'validation_error');

export const ProspectNotFound = ({ action }: { action?: ReactNode }) => (
  <EmptyState title="Prospect not found" action={action}>
    This prospect was deleted or merged into another one.
  </EmptyState>
);
