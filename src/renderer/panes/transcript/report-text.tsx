import { memo } from 'react';
import { Markdown } from './markdown.tsx';
import { reportFieldsOf } from './report-fields.ts';

/** A text of the model; a report with its labels becomes a small list that can be read at a glance. */
export const ReportText = memo(function ReportText({ text }: { text: string }) {
  const report = reportFieldsOf(text);
  if (!report) return <Markdown text={text} />;
  return (
    <>
      {report.lead === '' ? null : <Markdown text={report.lead} />}
      <dl className="report-fields">
        {report.fields.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === '' ? 'nothing' : <Markdown text={value} />}</dd>
          </div>
        ))}
      </dl>
    </>
  );
});
