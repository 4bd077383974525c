import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { formatNumber } from './format.ts';

export interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

export const LoadMore = ({ shown, pages }: { shown: number; pages: MorePages }) => (
  <Group justify="space-between" mt="md">
    <Text c="dimmed" size="sm">
      {formatNumber(shown)} shown
    </Text>
    {pages.hasNextPage && (
      <Button
        variant="default"
        loading={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        Load more
      </Button>
    )}
  </Group>
);

/** A small button, shown while there is more, such as "Show earlier". */
export const ShowMoreButton = ({
  pages,
  ...props
}: ButtonProps & { pages: MorePages; children: string }) =>
  pages.hasNextPage && (
    <Button
      size="compact-sm"
      variant="default"
      loading={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
      {...props}
    />
  );
