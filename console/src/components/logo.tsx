export const Logo = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d="M1 20 8.5 4l4.2 7.2L15.9 7 23 20z" fill="currentColor" />
  </svg>
);
