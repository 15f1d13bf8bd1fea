export interface PatchMail {
  /** One character a byte, in UTF-8. */
  readonly title: string;
  readonly baseCommit: string;
  /** As git printed it, one character a byte. */
  readonly patch: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The patch inside such a mail; empty when there is none. */
export function patchInMail(mail: string): string {
  const start = mail.indexOf('\ndiff --git ');
  return start < 0 ? '' : mail.slice(start + 1).replace(/-- \nForkscope\n\n$/, '');
}

/**
 * One mail in the form that `git format-patch` writes: `git am` makes a commit of it, `git apply --3way` takes only the
 * patch, and a person can read it. One character a byte.
 */
export function formatPatchMail({ title, baseCommit, patch, now }: PatchMail): string {
  const subject = title.replace(/\s+/g, ' ').trim() || 'Changes of a fork';
  const date = new Date(now).toUTCString().replace('GMT', '+0000');
  // git knows a mail by this line; the date in it is the same in all.
  return `From ${baseCommit} Mon Sep 17 00:00:00 2001
From: Forkscope <forkscope@forkscope.invalid>
Date: ${date}
Subject: [PATCH] ${subject}
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit

---
base-commit: ${baseCommit}

${patch}--${' '}
Forkscope

`;
}
