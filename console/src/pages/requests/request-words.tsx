import type { LoggedRequest, StatusClass } from '@outcrop/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Mark } from '../../parts/mark.tsx';

export const statusNames: Record<StatusClass, string> = {
  '2xx': '2xx, done',
  '4xx': '4xx, refused',
  '5xx': '5xx, failed',
};

export function RequestStatus({ status }: Pick<LoggedRequest, 'status'>) {
  const [icon, color] =
    status >= 500
      ? ([IconCircleX, 'danger'] as const)
      : status >= 400
        ? ([IconAlertTriangle, 'warn'] as const)
        : ([IconCircleCheck, 'ok'] as const);
  return (
    <Mark icon={icon} color={color}>
      {status}
    </Mark>
  );
}

export const requestLine = ({ method, path }: Pick<LoggedRequest, 'method' | 'path'>): string =>
  `${method} ${path ?? '(no such path)'}`;

/** Ids begin alike when they were made together; their ends tell them apart. */
export const shortId = (id: string): string => `…${id.slice(-12)}`;

const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The correlation id in what was pasted, which may be a whole error message. */
export const idIn = (pasted: string): string | null =>
  anyId.exec(pasted)?.[0].toLowerCase() ?? null;
