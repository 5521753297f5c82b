/** Opens the calendar of the device, which asks whether to subscribe. @param feed address of a calendar */
export const calendarApp = (feed: string): string => feed.replace(/^https?:/, 'webcal:');

/** Where Google Calendar asks whether to subscribe. @param feed address of a calendar */
export const googleCalendar = (feed: string): string =>
  `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: calendarApp(feed) })}`;
