/** The version of this package, as it names itself to others. */
export const packageVersion = "1.0.0-preview"
