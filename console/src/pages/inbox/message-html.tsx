import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { messageFrame } from '../../features/inbox/message-frame.ts';
import classes from './thread.module.css';

/** The HTML of a message. Images on other servers are loaded only on request. */
export function MessageHtml({ messageId }: { messageId: string }) {
  const [showsImages, setShowsImages] = useState(false);
  const query = useRead('getMessageHtml', {
    params: { messageId },
    query: showsImages ? { images: 'true' } : {},
  });
  return (
    <QueryBoundary query={query} what="the original message">
      {({ html, hasRemoteImages }) => (
        <>
          {hasRemoteImages && !showsImages && (
            <div className={classes.images}>
              <span className={classes.note}>
                Images are off. Loading them tells the sender that you read this.
              </span>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPhoto size={16} />}
                onClick={() => setShowsImages(true)}
              >
                Show images
              </Button>
            </div>
          )}
          <iframe
            className={classes.frame}
            title="Original message"
            {...messageFrame(html, { images: showsImages })}
          />
        </>
      )}
    </QueryBoundary>
  );
}
