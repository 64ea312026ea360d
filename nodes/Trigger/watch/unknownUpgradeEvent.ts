/** The event of an upgrade whose version nobody here knows. */
export const unknownUpgradeEvent = 'versionUnknown';
