//! Visits all expressions of statements.

use crate::ast::*;

/// Calls `visit` for every expression, outer ones first.
pub(crate) fn expressions(list: &[Stmt], visit: &mut impl FnMut(&Expr)) {
    list.iter().for_each(|statement| of_statement(statement, visit));
}

fn of_statement(statement: &Stmt, visit: &mut impl FnMut(&Expr)) {
    match &*statement.kind {
        S::Expr(value) | S::Return(Some(value)) => of(value, visit),
        S::Declare(locals) => {
            for init in locals.iter().filter_map(|local| local.init.as_ref()) {
                of_init(init, visit);
            }
        }
        S::If(condition, then, otherwise) => {
            of(condition, visit);
            of_statement(then, visit);
            otherwise.iter().for_each(|inner| of_statement(inner, visit));
        }
        S::While(condition, body) | S::DoWhile(body, condition) | S::Switch(condition, body) => {
            of(condition, visit);
            of_statement(body, visit);
        }
        S::For(first, condition, step, body) => {
            first.iter().for_each(|inner| of_statement(inner, visit));
            condition.iter().chain(step).for_each(|inner| of(inner, visit));
            of_statement(body, visit);
        }
        S::Case(_, value, end) => {
            of(value, visit);
            end.iter().for_each(|inner| of(inner, visit));
        }
        S::Block(list) => expressions(list, visit),
        S::BpfFor(variable, from, to, body) => {
            [variable, from, to].into_iter().for_each(|inner| of(inner, visit));
            of_statement(body, visit);
        }
        S::BpfRepeat(count, body) => {
            of(count, visit);
            of_statement(body, visit);
        }
        S::ForEach(_, list, body) => {
            list.iter().for_each(|inner| of(inner, visit));
            of_statement(body, visit);
        }
        S::Return(None) | S::Default(_) | S::Label(_) | S::Goto(_) | S::Break | S::Continue | S::Empty => {}
    }
}

fn of_init(init: &Init, visit: &mut impl FnMut(&Expr)) {
    match init {
        Init::Value(value) => of(value, visit),
        Init::List(list, _) => list.iter().for_each(|(_, inner)| of_init(inner, visit)),
    }
}

fn of(expression: &Expr, visit: &mut impl FnMut(&Expr)) {
    visit(expression);
    match &*expression.kind {
        E::Unary(_, inner)
        | E::Cast(_, inner)
        | E::SizeOf(inner)
        | E::Step(_, _, inner)
        | E::Checked(inner) => {
            of(inner, visit);
        }
        E::Member(inner, ..) => of(inner, visit),
        E::Binary(_, left, right)
        | E::Assign(_, left, right)
        | E::Comma(left, right)
        | E::Index(left, right) => {
            of(left, visit);
            of(right, visit);
        }
        E::Choice(condition, then, otherwise) => {
            of(condition, visit);
            then.iter().for_each(|inner| of(inner, visit));
            of(otherwise, visit);
        }
        E::Call(callee, list) => {
            of(callee, visit);
            list.iter().for_each(|inner| of(inner, visit));
        }
        E::Literal(_, init) => of_init(init, visit),
        E::Block(list) => expressions(list, visit),
        E::Number(..) | E::Text(_) | E::Name(_) | E::SizeOfType(_) | E::AlignOfType(_) | E::OffsetOf(..) => {}
        E::Type(_) | E::Iterator => {}
    }
}
