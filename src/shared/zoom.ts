/** Bounds of the size of everything in the window; 1 is 100 %. They stand alone for what is read before the settings are. */
export const LEAST_ZOOM = 0.9;
export const MOST_ZOOM = 1.5;
