package dev.postern.backend.function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among functions or operators that a call could mean: steps 4.a to 4.f of manual section
 * 10.3 (10.2 for operators).
 */
final class CandidateSelection {
  private static final int UNKNOWN = 705;

  /** What is chosen among: argument types in the call's order, and what they belong to. */
  record Candidate<T>(int[] types, T choice) {}

  private CandidateSelection() {}

  /** Those whose argument types the inputs can be coerced to implicitly. */
  static <T> List<Candidate<T>> applicable(
      FunctionSource catalog, int[] inputs, List<Candidate<T>> candidates) {
    return kept(
        candidates,
        candidate ->
            Coercions.possible(
                catalog, inputs, candidate.types, inputs.length, CoercionContext.IMPLICIT));
  }

  /** The best of several applicable candidates, or null where none is best. */
  static <T> @Nullable Candidate<T> best(
      FunctionSource catalog, int[] inputs, List<Candidate<T>> applicable) {
    int count = inputs.length;
    int[] bases = new int[count];
    char[] categories = new char[count];
    int unknowns = 0;
    for (int i = 0; i < count; i++) {
      bases[i] = inputs[i] == UNKNOWN ? UNKNOWN : catalog.baseType(inputs[i]);
      categories[i] = catalog.category(bases[i]);
      unknowns += inputs[i] == UNKNOWN ? 1 : 0;
    }
    List<Candidate<T>> left = mostMatches(catalog, applicable, bases, null);
    if (left.size() == 1) {
      return left.get(0);
    }
    left = mostMatches(catalog, left, bases, categories);
    if (left.size() == 1) {
      return left.get(0);
    }
    if (unknowns == 0) {
      return null;
    }
    left = byUnknowns(catalog, left, bases);
    if (left.size() == 1) {
      return left.get(0);
    }
    return unknowns < count ? byKnownType(catalog, left, bases) : null;
  }

  /** Keeps those with the most exact matches, or with categories, exact or preferred ones. */
  private static <T> List<Candidate<T>> mostMatches(
      FunctionSource catalog,
      List<Candidate<T>> candidates,
      int[] bases,
      char @Nullable [] categories) {
    List<Candidate<T>> best = new ArrayList<>();
    int most = -1;
    for (Candidate<T> candidate : candidates) {
      int matches = 0;
      for (int i = 0; i < bases.length; i++) {
        int type = candidate.types[i];
        boolean match =
            type == bases[i] || categories != null && isPreferred(catalog, type, categories[i]);
        if (bases[i] != UNKNOWN && match) {
          matches++;
        }
      }
      if (matches > most) {
        most = matches;
        best.clear();
      }
      if (matches == most) {
        best.add(candidate);
      }
    }
    return best;
  }

  /** Gives each unknown literal a category, strings first, and keeps those that fit it. */
  private static <T> List<Candidate<T>> byUnknowns(
      FunctionSource catalog, List<Candidate<T>> candidates, int[] bases) {
    char[] categories = new char[bases.length];
    boolean[] preferred = new boolean[bases.length];
    for (int i = 0; i < bases.length; i++) {
      if (bases[i] != UNKNOWN) {
        continue;
      }
      boolean conflict = false;
      for (Candidate<T> candidate : candidates) {
        char category = catalog.category(candidate.types[i]);
        boolean isPreferred = isPreferred(catalog, candidate.types[i], category);
        if (categories[i] == 0 || category != categories[i] && category == 'S') {
          categories[i] = category;
          preferred[i] = isPreferred;
        } else if (category == categories[i]) {
          preferred[i] |= isPreferred;
        } else {
          conflict = true;
        }
      }
      if (conflict && categories[i] != 'S') {
        return candidates;
      }
    }
    List<Candidate<T>> fitting =
        kept(candidates, candidate -> fits(catalog, candidate, bases, categories, preferred));
    return fitting.isEmpty() ? candidates : fitting;
  }

  private static boolean fits(
      FunctionSource catalog,
      Candidate<?> candidate,
      int[] bases,
      char[] categories,
      boolean[] preferred) {
    for (int i = 0; i < bases.length; i++) {
      if (bases[i] != UNKNOWN) {
        continue;
      }
      int type = candidate.types[i];
      if (catalog.category(type) != categories[i]
          || preferred[i] && !isPreferred(catalog, type, categories[i])) {
        return false;
      }
    }
    return true;
  }

  /** Takes the unknown literals for the type that all other inputs have. */
  private static <T> @Nullable Candidate<T> byKnownType(
      FunctionSource catalog, List<Candidate<T>> candidates, int[] bases) {
    int known = UNKNOWN;
    for (int base : bases) {
      if (base != UNKNOWN && known != UNKNOWN && base != known) {
        return null;
      }
      if (base != UNKNOWN) {
        known = base;
      }
    }
    int[] assumed = new int[bases.length];
    Arrays.fill(assumed, known);
    List<Candidate<T>> left = applicable(catalog, assumed, candidates);
    return left.size() == 1 ? left.get(0) : null;
  }

  private static boolean isPreferred(FunctionSource catalog, int type, char category) {
    TypeDescriptor described = catalog.type(type);
    return described != null && described.preferred() && described.category() == category;
  }

  private static <T> List<Candidate<T>> kept(
      List<Candidate<T>> candidates, Predicate<Candidate<T>> condition) {
    List<Candidate<T>> kept = new ArrayList<>();
    for (Candidate<T> candidate : candidates) {
      if (condition.test(candidate)) {
        kept.add(candidate);
      }
    }
    return kept;
  }
}
