/** Before the title of a lane that shows a recording: a ring with a dot. */
export const RecordedSign = () => (
  <svg className="recorded-sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
    <circle cx="8" cy="8" r="3" fill="currentColor" />
  </svg>
);
