/** The only origin that the window ever shows. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = `${APP_SCHEME}://ui`;
