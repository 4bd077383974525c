import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
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
          <MessageFrame key={html} html={html} showsImages={showsImages} />
        </>
      )}
    </QueryBoundary>
  );
}

const maxHeight = 1_600;

/**
 * HTML that the server has sanitized, in a frame in which no script runs. The frame is a page with its
 * own content security policy, which forbids images on other servers unless they were asked for.
 */
function MessageFrame({ html, showsImages }: { html: string; showsImages: boolean }) {
  const write = (frame: HTMLIFrameElement) => {
    const page = frame.contentDocument;
    if (!page?.body) return;
    page.body.innerHTML = html;
    page.body.style.font = '14px/1.5 system-ui, sans-serif';
    page.body.style.overflowWrap = 'anywhere';
    const fit = () => {
      const height = page.documentElement.scrollHeight + 2;
      frame.style.height = `${Math.min(height, maxHeight)}px`;
    };
    fit();
    new ResizeObserver(fit).observe(page.body);
  };
  return (
    <iframe
      className={classes.frame}
      title="Original message"
      src={showsImages ? '/api/message-frame/images' : '/api/message-frame'}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={(event) => write(event.currentTarget)}
    />
  );
}
