import type { LoggedRequest, StatusClass } from '@outcrop/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Badge } from '../../components/badge.tsx';

export const statusNames: Record<StatusClass, string> = {
  '2xx': '2xx Success',
  '4xx': '4xx Client error',
  '5xx': '5xx Server error',
};

export function RequestStatus({ status }: Pick<LoggedRequest, 'status'>) {
  const [icon, color] =
    status >= 500
      ? ([IconCircleX, 'danger'] as const)
      : status >= 400
        ? ([IconAlertTriangle, 'warn'] as const)
        : ([IconCircleCheck, 'ok'] as const);
  return (
    <Badge icon={icon} color={color}>
      {status}
    </Badge>
  );
}

export const requestLine = ({ method, path }: Pick<LoggedRequest, 'method' | 'path'>): string =>
  `${method} ${path ?? '(unknown path)'}`;

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

export const findId = (pasted: string): string | null =>
  uuid.exec(pasted)?.[0].toLowerCase() ?? null;
