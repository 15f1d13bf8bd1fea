const pad = (number) => String(number).padStart(2, '0');

/** A minute of the day as a time: 75 is "01:15". Parts of a minute are rounded. */
export function clockTime(minute) {
  const whole = Math.round(minute);
  const hours = Math.round(whole / 60) % 24;
  return `${pad(hours)}:${pad(whole % 60)}`;
}

/** A length of time in words: 75 is "1 h 15 min". */
export function duration(minutes) {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return hours === 0 ? `${rest} min` : `${hours} h ${rest} min`;
}
