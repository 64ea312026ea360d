/** Lengths of units of time: in seconds as chains count, in milliseconds as JavaScript does, in minutes as dialogs do. */
export const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const dayMinutes = 24 * 60;
