/** The event of an upgrade whose required version this package does not know. */
export const unknownUpgradeEvent = 'versionUnknown';
