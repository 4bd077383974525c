import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Panel } from './panel/panel.tsx';
import './panel/panel.css';

createRoot(document.getElementById('panel')!).render(
  <StrictMode>
    <Panel />
  </StrictMode>,
);
