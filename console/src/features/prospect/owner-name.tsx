import { useOwnerName } from './owner.ts';

export const OwnerName = ({ ownerId }: { ownerId: string | null }) => useOwnerName()(ownerId);
