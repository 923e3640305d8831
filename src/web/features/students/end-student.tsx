import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Student } from '#shared/calls/students.ts';
import { dayIn, formatDay } from '#shared/time/dates.ts';
import { billWords } from '#shared/words/bills.ts';
import { studentsWords } from '#shared/words/families.ts';
import { commonWords } from '#shared/words/screen.ts';
import { readTypedDay } from '../../lib/day-field.tsx';
import { useSession } from '../../lib/session.ts';
import { undoBy } from '../../lib/toast-failure.ts';
import { atFields, useAction } from '../../lib/use-action.ts';
import { toastDone } from '../../ui/toast.ts';
import { cacheStudent, endStudent, reinstateStudent } from './api.ts';
import classes from './end-student.module.css';

type Props = { student: Student; onDone: () => void };

function Back({ student, onDone }: Props) {
  const { isBusy, run } = useAction();
  const back = (): void =>
    void run(async () => {
      cacheStudent(await reinstateStudent(student.id));
      toastDone(studentsWords.back(student.name));
      onDone();
    });
  return (
    <div className={classes.end}>
      <p>{student.endedOn && studentsWords.leftOn(student.endedOn)}</p>
      <Button variant="default" loading={isBusy} onClick={back}>
        {studentsWords.bringBack}
      </Button>
    </div>
  );
}

/** The controls to record that a student has left the school on a day, or has returned. */
export function EndStudent({ student, onDone }: Props) {
  const { timeZone } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState(() => formatDay(dayIn(timeZone, new Date())));
  const [isTried, setTried] = useState(false);
  const { issues, isBusy, run } = useAction({ showError: atFields });
  if (student.endedOn) return <Back student={student} onDone={onDone} />;
  if (!isOpen)
    return (
      <Button variant="default" c="var(--q-unpaid)" className={classes.ask} onClick={() => setOpen(true)}>
        {studentsWords.end}
      </Button>
    );
  const read = readTypedDay(day);
  const end = async (): Promise<void> => {
    setTried(true);
    if (read === undefined) return;
    await run(async () => {
      cacheStudent(await endStudent(student.id, read));
      const undo = undoBy(async () => cacheStudent(await reinstateStudent(student.id)));
      toastDone(studentsWords.ended(student.name), undo);
      onDone();
    });
  };
  return (
    <div className={classes.end}>
      <p>{studentsWords.endText}</p>
      <TextInput
        label={studentsWords.endDay}
        autoComplete="off"
        maxLength={40}
        value={day}
        error={isTried && read === undefined ? billWords.notADay : issues.day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button color="red" loading={isBusy} onClick={() => void end()}>
          {studentsWords.endNow}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => setOpen(false)}>
          {commonWords.cancel}
        </Button>
      </div>
    </div>
  );
}
