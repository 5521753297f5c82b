import { useFormContext } from 'react-hook-form';
import { type RegistrationValues, SHORTEST_PASSWORD } from '#lib/registration-form.ts';
import { Field } from '../ui/Field.tsx';

export function AccessStep() {
  const { register, formState } = useFormContext<RegistrationValues>();
  return (
    <Field
      {...register('password')}
      label="Crie uma senha"
      type="password"
      autoComplete="new-password"
      hint={`Pelo menos ${SHORTEST_PASSWORD} caracteres. Uma frase curta é fácil de lembrar.`}
      error={formState.errors.password?.message}
    />
  );
}
