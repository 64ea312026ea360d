/** Seconds of own uptime that info.uptime may be wrong after a reconnect: it heals with the next ping, within 22.5 s. */
export const pingSeconds = 30;
