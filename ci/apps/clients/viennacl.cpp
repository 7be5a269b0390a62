// SPDX-License-Identifier: MIT
// Does linear algebra by ViennaCL's OpenCL back end, and by plain loops in double precision on the
// host. Prints a line for each operation, and ends with 1 where results are too far apart.

#define VIENNACL_WITH_OPENCL
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/coordinate_matrix.hpp>
#include <viennacl/ell_matrix.hpp>
#include <viennacl/hyb_matrix.hpp>
#include <viennacl/linalg/bicgstab.hpp>
#include <viennacl/linalg/cg.hpp>
#include <viennacl/linalg/direct_solve.hpp>
#include <viennacl/linalg/gmres.hpp>
#include <viennacl/linalg/inner_prod.hpp>
#include <viennacl/linalg/jacobi_precond.hpp>
#include <viennacl/linalg/lu.hpp>
#include <viennacl/linalg/norm_1.hpp>
#include <viennacl/linalg/norm_2.hpp>
#include <viennacl/linalg/norm_inf.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/linalg/sum.hpp>
#include <viennacl/matrix.hpp>
#include <viennacl/vector.hpp>

namespace
{

int failed;

void tell(const std::string &name, double apart, double limit)
{
    const bool is_right = apart <= limit;
    std::printf("%s %s: apart by %.2g\n", is_right ? "right" : "wrong", name.c_str(), apart);
    std::fflush(stdout);
    failed += !is_right;
}

using Wide = std::vector<double>;
using Rows = std::vector<Wide>;

double value(size_t i, size_t seed)
{
    return static_cast<double>((i * 7919 + seed * 104729) % 1009) / 500 - 1;
}

template <class T> std::vector<T> numbers(size_t count, size_t seed)
{
    std::vector<T> result(count);
    for (size_t i = 0; i < count; i++)
        result[i] = static_cast<T>(value(i, seed));
    return result;
}

// The greatest distance, in parts of the greatest value.
template <class A> double apart(const A &actual, const Wide &wanted)
{
    double most = 0, size = 0;
    for (size_t i = 0; i < wanted.size(); i++) {
        const double away = std::abs(static_cast<double>(actual[i]) - wanted[i]);
        most = std::isnan(away) ? HUGE_VAL : std::max(most, away);
        size = std::max(size, std::abs(wanted[i]));
    }
    return size > 0 ? most / size : most;
}

template <class T> struct Suite {
    Suite(std::string type, double limit) : type_(type), limit_(limit)
    {
    }

    void run()
    {
        vectors(1000);
        dense(67, 45, 53);
        solvers(48);
        sparse(400);
    }

  private:
    using Device = viennacl::vector<T>;

    void check(const std::string &name, const Device &actual, const Wide &wanted)
    {
        std::vector<T> host(actual.size());
        viennacl::copy(actual, host);
        tell(name + " of " + type_, apart(host, wanted), limit_);
    }

    void check(const std::string &name, double actual, double wanted)
    {
        tell(name + " of " + type_, std::abs(actual - wanted) / std::abs(wanted), limit_);
    }

    Device device(const std::vector<T> &host)
    {
        Device result(host.size());
        viennacl::copy(host, result);
        return result;
    }

    void vectors(size_t count)
    {
        const auto x = numbers<T>(count, 1), y = numbers<T>(count, 2);
        Wide sum(count), product(count);
        double dot = 0, one = 0, squares = 0, most = 0, all = 0;
        for (size_t i = 0; i < count; i++) {
            const double a = x[i], b = y[i];
            sum[i] = 3 * a - b;
            product[i] = a * b;
            dot += a * b;
            one += std::abs(a);
            squares += a * a;
            most = std::max(most, std::abs(a));
            all += b + 2;
        }
        Device u = device(x), v = device(y), r(count);
        r = T(3) * u - v;
        check("a x - y", r, sum);
        r = viennacl::linalg::element_prod(u, v);
        check("element_prod", r, product);
        check("inner_prod", static_cast<T>(viennacl::linalg::inner_prod(u, v)), dot);
        check("norm_1", static_cast<T>(viennacl::linalg::norm_1(u)), one);
        check("norm_2", static_cast<T>(viennacl::linalg::norm_2(u)), std::sqrt(squares));
        check("norm_inf", static_cast<T>(viennacl::linalg::norm_inf(u)), most);
        Device twos = viennacl::scalar_vector<T>(count, T(2));
        r = v + twos;
        check("sum", static_cast<T>(viennacl::linalg::sum(r)), all);
    }

    Rows rows(size_t height, size_t width, size_t seed)
    {
        Rows result(height, Wide(width));
        for (size_t y = 0; y < height; y++)
            for (size_t x = 0; x < width; x++)
                result[y][x] = static_cast<T>(value(y * width + x, seed));
        return result;
    }

    template <class Layout> viennacl::matrix<T, Layout> matrix(const Rows &rows)
    {
        std::vector<std::vector<T>> host;
        for (const Wide &row : rows)
            host.emplace_back(row.begin(), row.end());
        viennacl::matrix<T, Layout> result(rows.size(), rows[0].size());
        viennacl::copy(host, result);
        return result;
    }

    template <class Layout> Wide flat(const viennacl::matrix<T, Layout> &device)
    {
        std::vector<std::vector<T>> host(device.size1(), std::vector<T>(device.size2()));
        viennacl::copy(device, host);
        Wide result;
        for (const auto &row : host)
            result.insert(result.end(), row.begin(), row.end());
        return result;
    }

    static Wide times(const Rows &a, const Wide &x)
    {
        Wide result(a.size());
        for (size_t y = 0; y < a.size(); y++)
            for (size_t i = 0; i < x.size(); i++)
                result[y] += a[y][i] * x[i];
        return result;
    }

    template <class Layout> void products(const std::string &layout, const Rows &a, const Rows &b)
    {
        auto left = matrix<Layout>(a), right = matrix<Layout>(b);
        viennacl::matrix<T, Layout> result = viennacl::linalg::prod(left, right);
        Wide wanted;
        for (size_t y = 0; y < a.size(); y++)
            for (size_t x = 0; x < b[0].size(); x++) {
                double sum = 0;
                for (size_t i = 0; i < b.size(); i++)
                    sum += a[y][i] * b[i][x];
                wanted.push_back(sum);
            }
        tell("matrix product, " + layout + ", of " + type_, apart(flat(result), wanted), limit_);
        const auto x = numbers<T>(a[0].size(), 5);
        Device u = device(x), r(a.size());
        r = viennacl::linalg::prod(left, u);
        check("matrix by vector, " + layout + ",", r, times(a, Wide(x.begin(), x.end())));
    }

    void dense(size_t height, size_t inner, size_t width)
    {
        const Rows a = rows(height, inner, 3), b = rows(inner, width, 4);
        products<viennacl::row_major>("rows", a, b);
        products<viennacl::column_major>("columns", a, b);
    }

    void solvers(size_t size)
    {
        Rows a = rows(size, size, 6);
        for (size_t i = 0; i < size; i++)
            a[i][i] += 40;
        const auto x = numbers<T>(size, 7);
        const Wide wanted(x.begin(), x.end()), b = times(a, wanted);
        auto system = matrix<viennacl::row_major>(a);
        Device right = device(std::vector<T>(b.begin(), b.end()));
        viennacl::linalg::lu_factorize(system);
        viennacl::linalg::lu_substitute(system, right);
        check("LU", right, wanted);
        for (size_t y = 0; y < size; y++)
            for (size_t i = y + 1; i < size; i++)
                a[y][i] = 0;
        const Wide lower = times(a, wanted);
        right = device(std::vector<T>(lower.begin(), lower.end()));
        auto triangle = matrix<viennacl::row_major>(a);
        viennacl::linalg::inplace_solve(triangle, right, viennacl::linalg::lower_tag());
        check("triangular solve", right, wanted);
    }

    template <class Matrix>
    void product_of(const std::string &kind, const std::vector<std::map<unsigned, T>> &a,
                    const std::vector<T> &x, const Wide &wanted)
    {
        Matrix matrix;
        viennacl::copy(a, matrix);
        Device u = device(x), r(x.size());
        r = viennacl::linalg::prod(matrix, u);
        check(kind + " by vector", r, wanted);
    }

    void sparse(size_t size)
    {
        std::vector<std::map<unsigned, T>> a(size);
        for (size_t y = 0; y < size; y++) {
            a[y][static_cast<unsigned>(y)] = T(6);
            for (size_t off : {1, 19})
                if (y + off < size)
                    a[y][static_cast<unsigned>(y + off)] = a[y + off][static_cast<unsigned>(y)] =
                        T(-1);
        }
        const auto x = numbers<T>(size, 8);
        const Wide wanted(x.begin(), x.end());
        Wide b(size);
        for (size_t y = 0; y < size; y++)
            for (const auto &cell : a[y])
                b[y] += static_cast<double>(cell.second) * wanted[cell.first];
        product_of<viennacl::compressed_matrix<T>>("compressed_matrix", a, x, b);
        product_of<viennacl::coordinate_matrix<T>>("coordinate_matrix", a, x, b);
        product_of<viennacl::ell_matrix<T>>("ell_matrix", a, x, b);
        product_of<viennacl::hyb_matrix<T>>("hyb_matrix", a, x, b);
        viennacl::compressed_matrix<T> matrix(size, size);
        viennacl::copy(a, matrix);
        Device right = device(std::vector<T>(b.begin(), b.end()));
        const double enough = limit_ / 100;
        check("cg", viennacl::linalg::solve(matrix, right, viennacl::linalg::cg_tag(enough, 200)),
              wanted);
        check("bicgstab",
              viennacl::linalg::solve(matrix, right, viennacl::linalg::bicgstab_tag(enough, 200)),
              wanted);
        check("gmres",
              viennacl::linalg::solve(matrix, right, viennacl::linalg::gmres_tag(enough, 200)),
              wanted);
        viennacl::linalg::jacobi_precond<viennacl::compressed_matrix<T>> jacobi(
            matrix, viennacl::linalg::jacobi_tag());
        check("cg with jacobi",
              viennacl::linalg::solve(matrix, right, viennacl::linalg::cg_tag(enough, 200), jacobi),
              wanted);
    }

    std::string type_;
    double limit_;
};

} // namespace

int main()
{
    Suite<float>("float", 2e-5).run();
    Suite<double>("double", 1e-12).run();
    return failed != 0;
}
