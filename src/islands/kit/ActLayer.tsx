import { kitWords } from '#lib/words/panel-kit.ts';
import { ActButton } from './ActButton.tsx';
import type { Thing } from './describe.ts';
import { Menu } from './Menu.tsx';
import { ReauthenticationLayer } from './ReauthenticationLayer.tsx';
import type { Acts } from './use-acts.ts';

/** The layers over a view: a row’s menu, an act’s form, the re-authentication. */
export function ActLayer<Row extends Thing, Facts>({
  acts,
  isPart = false,
}: {
  acts: Acts<Row, Facts>;
  /** For a part of a record: the record shows the re-authentication. */
  isPart?: boolean;
}) {
  const { subject, menu, form, shownAnswer, env, facts, fields } = acts;
  const Form = form?.Form;
  return (
    <>
      <Menu
        anchor={menu?.anchor ?? null}
        label={menu ? kitWords.more(subject.titleOf(menu.row)) : ''}
        onClose={acts.closeMenu}
      >
        {menu &&
          acts
            .actsFor([menu.row])
            .toSorted((a, b) => Number(a.act.isDanger ?? false) - Number(b.act.isDanger ?? false))
            .map(({ act, rows }) => (
              <ActButton key={act.name} {...{ act, rows, env }} look="item" start={acts.start} />
            ))}
      </Menu>
      {Form && form.act.form && (
        <Form
          key={form.act.name}
          name={[subject.kind, form.act.name, ...form.rows.map(({ id }) => id)].join(' ')}
          title={form.act.label}
          form={form.act.form}
          context={{ rows: form.rows, facts, env, to: form.to }}
          fields={fields[form.act.operation ?? form.act.write ?? subject.write ?? ''] ?? {}}
          onSend={async (values) => {
            const refusal = await acts.act(form.act, form.rows, values);
            if (!refusal) acts.closeForm();
            return refusal;
          }}
          onClose={acts.closeForm}
        />
      )}
      {shownAnswer && <shownAnswer.Late {...shownAnswer} />}
      {!isPart && <ReauthenticationLayer />}
    </>
  );
}
