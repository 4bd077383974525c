import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TextLink } from '../../components/links.tsx';

/** Opens another prospect on the same page. */
export const ProspectLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <TextLink inherit to="." search={(before) => ({ ...before, prospect: id })} resetScroll={false}>
    {children}
  </TextLink>
);

export function useOpenProspect(): (id: string) => void {
  const navigate = useNavigate();
  return (id) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, prospect: id }),
      resetScroll: false,
    });
}
